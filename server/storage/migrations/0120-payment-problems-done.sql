-- rolling
-- When the seller has looked at it. Few of all are still to be looked at, and those are counted at every look at the overview.
alter table payment_problems add column done_at bigint;
create index payment_problems_open on payment_problems (store_id, last_at) where done_at is null;
