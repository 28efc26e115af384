-- rolling
-- What is due to one URL, and which URLs there are, however much waits for any of them.
create index deliveries_due_by_url on deliveries (lane, webhook_id, due_at) where status = 'pending';
