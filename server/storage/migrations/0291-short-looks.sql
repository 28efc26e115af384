-- rolling
-- Pictures are gone through by their key; nobody follows this one.
drop index images_by_touch;
-- What is low in stock and offered, without a look at all that is hidden.
create index products_low_offered on products (store_id, low_stock, id) where low_stock <= 5 and is_active = 1;
-- Those to be made have an index of their own: this is for the others.
drop index refund_tasks_by_age;
create index refund_tasks_by_age on refund_tasks (store_id, created_at, payment_id) where done_at is not null;
-- The same for payments that were looked at.
create index payment_problems_by_age on payment_problems (store_id, last_at);
-- With the number, so that those of one moment have an order.
drop index events_by_age;
create index events_by_age on events (store_id, created_at, sequence);
