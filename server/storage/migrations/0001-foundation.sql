-- Both engines run this file. Ids are UUIDs as text, money is paise, time is milliseconds since 1970, JSON is text,
-- yes/no is 0 or 1. Every table of a store leads with store_id, so that it can distribute them.

create table stores (
  id text primary key,
  slug text not null unique,
  name text not null,
  created_at bigint not null,
  event_sequence bigint not null default 0
);

create table api_keys (
  store_id text primary key references stores (id) on delete cascade,
  key_hash text not null unique,
  last_four text not null,
  created_at bigint not null,
  last_used_at bigint
);

create table categories (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  name text not null,
  created_at bigint not null,
  primary key (store_id, id),
  unique (store_id, name)
);

create table products (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  created_at bigint not null,
  updated_at bigint not null,
  name text not null,
  price_paise bigint not null,
  current_price_paise bigint not null,
  shipping_paise bigint not null,
  short_description text not null,
  description text not null,
  variations text not null,
  size text not null,
  colors text not null,
  categories text not null,
  is_sale integer not null,
  is_active integer not null,
  custom_questions text not null,
  internal_note text not null,
  metadata text not null,
  primary_image text,
  images text not null,
  stock bigint not null check (stock >= 0),
  primary key (store_id, id)
);
create index products_by_age on products (store_id, created_at, id);

create table product_categories (
  store_id text not null,
  product_id text not null,
  category_id text not null,
  primary key (store_id, product_id, category_id),
  foreign key (store_id, product_id) references products (store_id, id) on delete cascade,
  foreign key (store_id, category_id) references categories (store_id, id)
);
create index product_categories_by_category on product_categories (store_id, category_id);

create table images (
  store_id text not null references stores (id) on delete cascade,
  hash text not null,
  extension text not null,
  bytes bigint not null,
  touched_at bigint not null,
  primary key (store_id, hash)
);
create index images_by_touch on images (touched_at);

-- What keeps an image: a product, a checkout, an order or a store.
create table image_uses (
  store_id text not null,
  hash text not null,
  owner_kind text not null,
  owner_id text not null,
  primary key (store_id, hash, owner_kind, owner_id),
  foreign key (store_id, hash) references images (store_id, hash) on delete cascade
);
create index image_uses_by_owner on image_uses (store_id, owner_kind, owner_id);

-- A checkout holds its quantity while it is open and has not run out.
create table checkouts (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  product_id text not null,
  product_name text not null,
  product_image text not null,
  status text not null,
  quantity bigint not null,
  unit_price_paise bigint not null,
  shipping_paise bigint not null,
  amount_paise bigint not null,
  variation text,
  size text,
  color text,
  special_instructions text,
  answers text not null,
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  pincode text not null,
  address text,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (store_id, id)
);
create index checkouts_by_product on checkouts (store_id, product_id, status, expires_at);

create table payments (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  checkout_id text not null,
  gateway text not null,
  reference text not null,
  amount_paise bigint not null,
  status text not null,
  order_id text,
  created_at bigint not null,
  settled_at bigint,
  primary key (store_id, id),
  unique (store_id, gateway, reference)
);
create index payments_by_checkout on payments (store_id, checkout_id);

-- Money that arrived when nothing could be delivered.
create table refund_tasks (
  store_id text not null references stores (id) on delete cascade,
  payment_id text not null,
  amount_paise bigint not null,
  reason text not null,
  created_at bigint not null,
  done_at bigint,
  primary key (store_id, payment_id)
);

create table orders (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  token text not null,
  checkout_id text not null,
  product_id text not null,
  product_name text not null,
  product_image text not null,
  status text not null,
  quantity bigint not null,
  unit_price_paise bigint not null,
  shipping_paise bigint not null,
  amount_paise bigint not null,
  variation text,
  size text,
  color text,
  special_instructions text,
  answers text not null,
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  pincode text not null,
  address text,
  tracking_url text,
  rating bigint,
  review text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (store_id, id),
  unique (store_id, checkout_id)
);
create index orders_by_id on orders (id);
create index orders_by_token on orders (token);
create index orders_by_product on orders (store_id, product_id, status);
create index orders_by_age on orders (store_id, created_at, id);

-- The order's timeline: who changed what, when and from where.
create table order_history (
  store_id text not null,
  order_id text not null,
  id text not null,
  at bigint not null,
  source text not null,
  actor text not null,
  from_status text,
  to_status text not null,
  tracking_url text,
  primary key (store_id, order_id, id),
  foreign key (store_id, order_id) references orders (store_id, id) on delete cascade
);

create table events (
  store_id text not null references stores (id) on delete cascade,
  sequence bigint not null,
  id text not null,
  kind text not null,
  payload text not null,
  created_at bigint not null,
  primary key (store_id, sequence),
  unique (store_id, id)
);

create table webhooks (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  url text not null,
  enabled integer not null,
  created_at bigint not null,
  primary key (store_id, id),
  unique (store_id, url)
);

-- One row per event and URL; the row is the retry.
create table deliveries (
  store_id text not null,
  webhook_id text not null,
  sequence bigint not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  primary key (store_id, webhook_id, sequence),
  foreign key (store_id, webhook_id) references webhooks (store_id, id) on delete cascade,
  foreign key (store_id, sequence) references events (store_id, sequence) on delete cascade
);
create index deliveries_due on deliveries (due_at) where status = 'pending';

-- One row per order and change: the mail that the customer is owed.
create table mails (
  store_id text not null,
  order_id text not null,
  kind text not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  tracking_url text,
  primary key (store_id, order_id, kind),
  foreign key (store_id, order_id) references orders (store_id, id) on delete cascade
);
create index mails_due on mails (due_at) where status = 'pending';

create table idempotency_keys (
  store_id text not null references stores (id) on delete cascade,
  operation text not null,
  path text not null,
  key text not null,
  body_hash text not null,
  answer text not null,
  created_at bigint not null,
  primary key (store_id, operation, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
