-- rolling
-- The addresses that a store had before: customers who follow them are led on. Each leads to one store.
create table former_addresses (
  store_id text not null references stores (id) on delete cascade,
  slug text not null unique,
  given_up_at bigint not null,
  primary key (store_id, slug)
);
