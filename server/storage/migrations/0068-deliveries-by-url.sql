-- The queue of each URL: one that is long and busy is stepped over as a whole.
create index deliveries_due_by_url on deliveries (lane, webhook_id, due_at) where status = 'pending';
