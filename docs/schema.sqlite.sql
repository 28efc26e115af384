-- Made by "npm run schema" from server/storage/migrations; a test compares.

CREATE TRIGGER key_removed after delete on api_keys begin
  update key_changes set count = count + 1;
end;

CREATE TRIGGER key_replaced after update of store_id, key_hash on api_keys begin
  update key_changes set count = count + 1;
end;

CREATE TABLE api_keys (
  store_id text primary key references stores (id) on delete cascade,
  key_hash text not null unique,
  last_four text not null,
  created_at bigint not null,
  last_used_at bigint
);

CREATE TABLE api_use (
  store_id text not null references stores (id) on delete cascade,
  operation text not null,
  minute bigint not null,
  requests bigint not null,
  primary key (store_id, operation, minute)
);

CREATE INDEX api_use_by_age on api_use (minute);

CREATE TABLE audit (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  at bigint not null,
  actor text not null,
  actor_email text not null,
  action text not null,
  subject text not null,
  detail text not null,
  primary key (store_id, id)
);

CREATE INDEX audit_by_age on audit (store_id, at, id);

CREATE TABLE categories (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  name text not null,
  created_at bigint not null, given_up_for text, reached text not null default '',
  primary key (store_id, id),
  unique (store_id, name)
);

CREATE INDEX categories_given_up on categories (given_up_for, store_id) where given_up_for is not null;

CREATE TABLE checkouts (
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
  expires_at bigint not null, attempt text, network text, former_attempt text,
  primary key (store_id, id)
);

CREATE INDEX checkouts_abandoned on checkouts (expires_at) where status <> 'paid' and customer_email <> '';

CREATE UNIQUE INDEX checkouts_by_attempt on checkouts (store_id, product_id, attempt) where attempt is not null;

CREATE INDEX checkouts_by_former_attempt on checkouts (store_id, product_id, former_attempt)
  where former_attempt is not null;

CREATE INDEX checkouts_by_product on checkouts (store_id, product_id, status, expires_at);

CREATE TABLE deliveries (
  store_id text not null,
  webhook_id text not null,
  sequence bigint not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null, lane integer not null default 0, last_attempt_at bigint, last_result text, step bigint not null default 0, planned_at bigint,
  primary key (store_id, webhook_id, sequence),
  foreign key (store_id, webhook_id) references webhooks (store_id, id) on delete cascade,
  foreign key (store_id, sequence) references events (store_id, sequence) on delete cascade
);

CREATE INDEX deliveries_by_event on deliveries (store_id, sequence, webhook_id);

CREATE INDEX deliveries_due on deliveries (lane, due_at, webhook_id) where status = 'pending';

CREATE INDEX deliveries_due_by_url on deliveries (lane, webhook_id, due_at) where status = 'pending';

CREATE INDEX deliveries_failed on deliveries (store_id, webhook_id, sequence) where status = 'failed';

CREATE INDEX deliveries_newest_failed on deliveries (store_id, sequence, webhook_id) where status = 'failed';

CREATE INDEX deliveries_newest_pending on deliveries (store_id, sequence, webhook_id) where status = 'pending';

CREATE TABLE delivery_attempts (
  store_id text not null,
  webhook_id text not null,
  sequence bigint not null,
  id text not null,
  at bigint not null,
  duration_ms bigint not null,
  status integer,
  failure text,
  answer text,
  primary key (store_id, webhook_id, sequence, id),
  foreign key (store_id, webhook_id) references webhooks (store_id, id) on delete cascade
);

CREATE INDEX delivery_attempts_by_age on delivery_attempts (at);

CREATE TABLE events (
  store_id text not null references stores (id) on delete cascade,
  sequence bigint not null,
  id text not null,
  kind text not null,
  payload text not null,
  created_at bigint not null, traceparent text,
  primary key (store_id, sequence),
  unique (store_id, id)
);

CREATE INDEX events_by_age on events (store_id, created_at, sequence);

CREATE TABLE former_addresses (
  store_id text not null references stores (id) on delete cascade,
  slug text not null unique,
  given_up_at bigint not null,
  primary key (store_id, slug)
);

CREATE TABLE former_razorpay_keys (
  store_id text not null references stores (id) on delete cascade,
  key_id text not null,
  sealed text not null,
  retired_at bigint not null,
  primary key (store_id, key_id)
);

CREATE INDEX former_razorpay_keys_by_age on former_razorpay_keys (retired_at);

CREATE TABLE idempotency_keys (
  store_id text not null references stores (id) on delete cascade,
  operation text not null,
  path text not null,
  key text not null,
  body_hash text not null,
  answer text not null,
  created_at bigint not null,
  primary key (store_id, operation, path, key)
);

CREATE INDEX idempotency_keys_by_age on idempotency_keys (created_at);

CREATE TABLE image_uses (
  store_id text not null,
  hash text not null,
  owner_kind text not null,
  owner_id text not null,
  primary key (store_id, hash, owner_kind, owner_id),
  foreign key (store_id, hash) references images (store_id, hash) on delete cascade
);

CREATE INDEX image_uses_by_owner on image_uses (store_id, owner_kind, owner_id, hash);

CREATE TABLE images (
  store_id text not null references stores (id) on delete cascade,
  hash text not null,
  extension text not null,
  bytes bigint not null,
  touched_at bigint not null, going_until bigint not null default 0,
  primary key (store_id, hash)
);

CREATE TABLE invitations (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  email text not null,
  role text not null,
  invited_by text not null,
  created_at bigint not null,
  expires_at bigint not null, inviter_id text,
  primary key (store_id, id),
  unique (store_id, email)
);

CREATE INDEX invitations_by_end on invitations (expires_at);

CREATE TABLE key_changes (count integer not null);

CREATE TABLE letters (
  id text primary key,
  recipient text not null,
  kind text not null,
  subject text not null,
  data text not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  last_error text,
  sent_at bigint
, about_store text, expires_at bigint, invitation_id text);

CREATE INDEX letters_about_store on letters (about_store) where status = 'pending' and about_store is not null;

CREATE INDEX letters_done on letters (created_at) where status <> 'pending';

CREATE INDEX letters_due on letters (due_at) where status = 'pending';

CREATE INDEX letters_failed on letters (due_at) where status = 'failed';

CREATE TABLE mail_links (
  token_hash text primary key,
  purpose text not null,
  address_hash text not null,
  person_id text references people (id) on delete cascade,
  data text not null,
  created_at bigint not null,
  expires_at bigint not null
);

CREATE INDEX mail_links_by_address on mail_links (address_hash, created_at);

CREATE INDEX mail_links_by_end on mail_links (expires_at);

CREATE INDEX mail_links_by_person on mail_links (person_id, purpose);

CREATE TABLE "mails" (
  store_id text not null,
  order_id text not null,
  kind text not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  last_error text,
  sent_at bigint,
  sent_before text not null default '', about text,
  primary key (store_id, order_id, kind)
) without rowid;

CREATE INDEX mails_due on mails (due_at) where status = 'pending';

CREATE INDEX mails_failed on mails (due_at) where status = 'failed';

CREATE TABLE members (
  store_id text not null references stores (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  role text not null,
  since bigint not null,
  primary key (store_id, person_id)
);

CREATE INDEX members_by_person on members (person_id);

CREATE TABLE migrations (name text primary key, applied_at bigint not null, rolling integer not null default 0);

CREATE TABLE "order_history" (
  store_id text not null,
  order_id text not null,
  id text not null,
  at bigint not null,
  source text not null,
  actor text not null,
  from_status text,
  to_status text not null,
  tracking_url text,
  number bigint not null, about text,
  primary key (store_id, order_id, number)
) without rowid;

CREATE TABLE "order_sums" (
  store_id text not null,
  quarter bigint not null,
  status text not null,
  orders bigint not null,
  paise bigint not null, test_orders bigint not null default 0,
  primary key (store_id, quarter, status)
) without rowid;

CREATE TABLE order_words (
  store_id text not null,
  word text not null,
  place bigint not null,
  order_id text not null,
  primary key (store_id, word, place, order_id)
) without rowid;

CREATE TABLE orders (
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
  updated_at bigint not null, worded integer not null default 0, is_test integer not null default 0,
  primary key (store_id, id),
  unique (store_id, checkout_id)
);

CREATE INDEX orders_by_age on orders (store_id, created_at, id);

CREATE INDEX orders_by_id on orders (id);

CREATE INDEX orders_by_product on orders (store_id, product_id, status);

CREATE INDEX orders_by_status on orders (store_id, status, created_at, id);

CREATE INDEX orders_by_token on orders (token);

CREATE INDEX orders_unworded on orders (store_id, id) where worded = 0;

CREATE TABLE payment_problems (
  store_id text not null references stores (id) on delete cascade,
  gateway text not null,
  reference text not null,
  reason text not null,
  payment_id text,
  times bigint not null,
  created_at bigint not null,
  last_at bigint not null, done_at bigint,
  primary key (store_id, gateway, reference, reason)
);

CREATE INDEX payment_problems_by_age on payment_problems (store_id, last_at);

CREATE INDEX payment_problems_open on payment_problems (store_id, last_at) where done_at is null;

CREATE TABLE payments (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  checkout_id text not null,
  gateway text not null,
  reference text not null,
  amount_paise bigint not null,
  status text not null,
  order_id text,
  created_at bigint not null,
  settled_at bigint, token text not null default '', account text, ask_at bigint, asks bigint not null default 0, asked_at bigint, promised_at bigint,
  primary key (store_id, id),
  unique (store_id, gateway, reference)
);

CREATE INDEX payments_by_checkout on payments (store_id, checkout_id);

CREATE UNIQUE INDEX payments_by_token on payments (token) where token <> '';

CREATE INDEX payments_to_ask on payments (ask_at) where ask_at is not null;

CREATE INDEX payments_unsettled on payments (store_id, ask_at, created_at) where settled_at is null;

CREATE TABLE people (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null,
  totp_secret text,
  totp_confirmed_at bigint,
  totp_last_step bigint not null default 0,
  code_failures bigint not null default 0,
  codes_blocked_until bigint not null default 0
);

CREATE TABLE policies (
  store_id text not null references stores (id) on delete cascade,
  kind text not null,
  body text not null,
  saved_at bigint not null,
  primary key (store_id, kind)
);

CREATE TABLE product_categories (
  store_id text not null,
  product_id text not null,
  category_id text not null,
  primary key (store_id, product_id, category_id),
  foreign key (store_id, product_id) references products (store_id, id) on delete cascade,
  foreign key (store_id, category_id) references categories (store_id, id)
) without rowid;

CREATE INDEX product_categories_by_category on product_categories (store_id, category_id, product_id);

CREATE TABLE "products" (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  created_at bigint not null,
  updated_at bigint not null,
  fields text generated always as (concat(
    '"name":', json_quote(name),
    ',"origional_price":', (price_paise / 100) || case when price_paise % 100 = 0 then '' when price_paise % 100 < 10 then '.0' || (price_paise % 100) else '.' || (price_paise % 100) end,
    ',"current_price":', (current_price_paise / 100) || case when current_price_paise % 100 = 0 then '' when current_price_paise % 100 < 10 then '.0' || (current_price_paise % 100) else '.' || (current_price_paise % 100) end,
    ',"shipping_cost":', (shipping_paise / 100) || case when shipping_paise % 100 = 0 then '' when shipping_paise % 100 < 10 then '.0' || (shipping_paise % 100) else '.' || (shipping_paise % 100) end,
    ',"short_description":', json_quote(short_description),
    ',"long_description":', json_quote(description),
    ',"variations":', variations,
    ',"size":', size,
    ',"colors":', colors,
    ',"categories":', categories,
    ',"is_sale":', case is_sale when 1 then 'true' else 'false' end,
    ',"custom_questions":', custom_questions,
    ',"is_active":', case is_active when 1 then 'true' else 'false' end,
    ',"stock":', stock,
    ',"internal_note":', json_quote(internal_note),
    ',"metadata":', metadata)) stored,
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
  stock_given bigint not null default 0,
  low_stock integer generated always as (min(stock, 6)) virtual,
  primary key (store_id, id)
);

CREATE INDEX products_by_price on products (store_id, current_price_paise, id) where is_active = 1;

CREATE INDEX products_low on products (store_id, low_stock, id) where low_stock <= 5;

CREATE INDEX products_low_offered on products (store_id, low_stock, id) where low_stock <= 5 and is_active = 1;

CREATE INDEX products_on_sale on products (store_id, created_at, id) where is_sale = 1;

CREATE TABLE razorpay_keys (
  store_id text primary key references stores (id) on delete cascade,
  key_id text not null,
  sealed text not null,
  created_at bigint not null
);

CREATE TABLE recovery_codes (
  person_id text not null references people (id) on delete cascade,
  code_hash text not null,
  primary key (person_id, code_hash)
);

CREATE TABLE refund_tasks (
  store_id text not null references stores (id) on delete cascade,
  payment_id text not null,
  amount_paise bigint not null,
  reason text not null,
  created_at bigint not null,
  done_at bigint,
  primary key (store_id, payment_id)
);

CREATE INDEX refund_tasks_by_age on refund_tasks (store_id, created_at, payment_id) where done_at is not null;

CREATE INDEX refund_tasks_due on refund_tasks (store_id, created_at, payment_id) where done_at is null;

CREATE TABLE replays (
  store_id text not null,
  webhook_id text not null,
  reached_at bigint not null,
  reached_sequence bigint not null,
  to_at bigint not null,
  undelivered integer not null,
  due_at bigint not null,
  step_ms bigint not null,
  primary key (store_id, webhook_id),
  foreign key (store_id, webhook_id) references webhooks (store_id, id) on delete cascade
);

CREATE TABLE service_facts (
  name text primary key,
  value text not null
);

CREATE TABLE sessions (
  id text primary key,
  token_hash text not null unique,
  person_id text not null references people (id) on delete cascade,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  user_agent text not null
);

CREATE INDEX sessions_by_end on sessions (expires_at);

CREATE INDEX sessions_by_person on sessions (person_id);

CREATE TABLE "shelf" (
  store_id text not null,
  product_id text not null,
  heading text not null,
  place bigint not null,
  primary key (store_id, heading, place, product_id)
) without rowid;

CREATE TABLE stores (
  id text primary key,
  slug text not null unique,
  name text not null,
  created_at bigint not null,
  event_sequence bigint not null default 0
, contact_email text, logo text, contact_phone text not null default '', shipping_default_paise bigint not null default 0, sender_name text not null default '', deleted_at bigint, new_order_mails integer not null default 1, business_name text not null default '', business_address text not null default '');

CREATE INDEX stores_deleted on stores (deleted_at) where deleted_at is not null;

CREATE TABLE webhooks (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  url text not null,
  enabled integer not null,
  created_at bigint not null, secret text not null default '', previous_secret text, previous_secret_until bigint, failing_since bigint, disabled_at bigint, disabled_reason text, since_sequence bigint not null default 0, giving_up integer not null default 0, removed_at bigint, older_secrets text not null default '[]',
  primary key (store_id, id),
  unique (store_id, url)
);

CREATE INDEX webhooks_failing on webhooks (failing_since) where failing_since is not null;

CREATE INDEX webhooks_giving_up on webhooks (giving_up, store_id, id) where giving_up = 1;
