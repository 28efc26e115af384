-- What a filter of the dashboard asks for is read along an index, however little of it there is.
create index products_on_sale on products (store_id, created_at, id) where is_sale = 1;
create index deliveries_failed on deliveries (store_id, webhook_id, sequence) where status = 'failed';
create index refund_tasks_by_age on refund_tasks (store_id, created_at, payment_id);
