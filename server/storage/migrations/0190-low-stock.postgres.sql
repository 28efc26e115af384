-- A sale or an edit of the stock is to leave the indexes alone: PostgreSQL then writes one page instead of all of them
-- (a HOT update, which needs room beside the row). The number is LOW_STOCK of contract/dashboard/products.ts and one more.
alter table products add column low_stock bigint not null generated always as (least(stock, 6)) stored;
drop index products_low;
create index products_low on products (store_id, low_stock, id) where low_stock <= 5;
alter table products set (fillfactor = 90);
