-- rolling
-- Of a store that is to be deleted: what may still be paid, without a look at all that was sold.
create index payments_unsettled on payments (store_id, ask_at, created_at) where settled_at is null;
