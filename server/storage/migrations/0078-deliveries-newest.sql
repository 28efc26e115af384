-- rolling
-- What a store's URLs wait for and what they missed, newest first, however much they have been sent.
create index deliveries_newest_pending on deliveries (store_id, sequence, webhook_id) where status = 'pending';
create index deliveries_newest_failed on deliveries (store_id, sequence, webhook_id) where status = 'failed';
