-- rolling
-- When it was first heard that the bank has promised the money: the provider is then asked again within moments.
alter table payments add column promised_at bigint;
