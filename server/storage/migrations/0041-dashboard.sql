alter table stores add column logo text;
alter table stores add column contact_phone text not null default '';
alter table stores add column shipping_default_paise bigint not null default 0;
alter table stores add column sender_name text not null default '';

-- What is nearly sold out; the number is LOW_STOCK of contract/dashboard/products.ts.
create index products_low on products (store_id, stock, id) where stock <= 5;

-- Charts and counts are answered from the indexes alone.
drop index orders_by_age;
create index orders_by_age on orders (store_id, created_at, id, status, amount_paise);
create index orders_by_status on orders (store_id, status, created_at, id);

-- How many requests each operation had in a minute (since 1970), kept for two hours.
create table api_use (
  store_id text not null references stores (id) on delete cascade,
  operation text not null,
  minute bigint not null,
  requests bigint not null,
  primary key (store_id, operation, minute)
);
create index api_use_by_age on api_use (minute);
