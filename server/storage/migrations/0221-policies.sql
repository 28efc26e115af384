-- rolling
-- What a store tells its customers beside its products: one plain text of each kind. What has no row is not shown.
create table policies (
  store_id text not null references stores (id) on delete cascade,
  kind text not null,
  body text not null,
  saved_at bigint not null,
  primary key (store_id, kind)
);

-- Who sells: the name that the business is registered under, and where it is. Empty where nobody has said.
alter table stores add column business_name text not null default '';
alter table stores add column business_address text not null default '';
