-- rolling
-- When a customer who came back last made us ask the provider about the payment: anybody can come back, at any pace.
alter table payments add column asked_at bigint;
