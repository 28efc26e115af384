-- The same column as on PostgreSQL, where it spares the indexes.
alter table products add column low_stock integer generated always as (min(stock, 6)) virtual;
drop index products_low;
create index products_low on products (store_id, low_stock, id) where low_stock <= 5;
