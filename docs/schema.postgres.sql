-- Made by "npm run schema" from server/storage/migrations; a test compares.

create table api_keys (
  store_id text not null,
  key_hash text not null,
  last_four text not null,
  created_at bigint not null,
  last_used_at bigint,
  UNIQUE (key_hash),
  PRIMARY KEY (store_id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);

create table api_use (
  store_id text not null,
  operation text not null,
  minute bigint not null,
  requests bigint not null,
  PRIMARY KEY (store_id, operation, minute),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX api_use_by_age ON public.api_use USING btree (minute);

create table audit (
  store_id text not null,
  id text not null,
  at bigint not null,
  actor text not null,
  actor_email text not null,
  action text not null,
  subject text not null,
  detail text not null,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX audit_by_age ON public.audit USING btree (store_id, at, id);

create table categories (
  store_id text not null,
  id text not null,
  name text not null,
  created_at bigint not null,
  given_up_for text,
  reached text not null default ''::text,
  UNIQUE (store_id, name),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX categories_given_up ON public.categories USING btree (given_up_for, store_id) WHERE (given_up_for IS NOT NULL);

create table checkouts (
  store_id text not null,
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
  attempt text,
  network text,
  former_attempt text,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX checkouts_abandoned ON public.checkouts USING btree (expires_at) WHERE ((status <> 'paid'::text) AND (customer_email <> ''::text));
CREATE UNIQUE INDEX checkouts_by_attempt ON public.checkouts USING btree (store_id, product_id, attempt) WHERE (attempt IS NOT NULL);
CREATE INDEX checkouts_by_former_attempt ON public.checkouts USING btree (store_id, product_id, former_attempt) WHERE (former_attempt IS NOT NULL);
CREATE INDEX checkouts_by_product ON public.checkouts USING btree (store_id, product_id, status, expires_at);

create table deliveries (
  store_id text not null,
  webhook_id text not null,
  sequence bigint not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  lane integer not null default 0,
  last_attempt_at bigint,
  last_result text,
  step bigint not null default 0,
  planned_at bigint,
  PRIMARY KEY (store_id, webhook_id, sequence),
  FOREIGN KEY (store_id, sequence) REFERENCES events(store_id, sequence) ON DELETE CASCADE,
  FOREIGN KEY (store_id, webhook_id) REFERENCES webhooks(store_id, id) ON DELETE CASCADE
);
CREATE INDEX deliveries_by_event ON public.deliveries USING btree (store_id, sequence, webhook_id);
CREATE INDEX deliveries_due ON public.deliveries USING btree (lane, due_at, webhook_id) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_due_by_url ON public.deliveries USING btree (lane, webhook_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_failed ON public.deliveries USING btree (store_id, webhook_id, sequence) WHERE (status = 'failed'::text);
CREATE INDEX deliveries_newest_failed ON public.deliveries USING btree (store_id, sequence, webhook_id) WHERE (status = 'failed'::text);
CREATE INDEX deliveries_newest_pending ON public.deliveries USING btree (store_id, sequence, webhook_id) WHERE (status = 'pending'::text);

create table delivery_attempts (
  store_id text not null,
  webhook_id text not null,
  sequence bigint not null,
  id text not null,
  at bigint not null,
  duration_ms bigint not null,
  status integer,
  failure text,
  answer text,
  PRIMARY KEY (store_id, webhook_id, sequence, id),
  FOREIGN KEY (store_id, webhook_id) REFERENCES webhooks(store_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_attempts_by_age ON public.delivery_attempts USING btree (at);

create table events (
  store_id text not null,
  sequence bigint not null,
  id text not null,
  kind text not null,
  payload text not null,
  created_at bigint not null,
  traceparent text,
  UNIQUE (store_id, id),
  PRIMARY KEY (store_id, sequence),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX events_by_age ON public.events USING btree (store_id, created_at, sequence);

create table former_addresses (
  store_id text not null,
  slug text not null,
  given_up_at bigint not null,
  UNIQUE (slug),
  PRIMARY KEY (store_id, slug),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);

create table former_razorpay_keys (
  store_id text not null,
  key_id text not null,
  sealed text not null,
  retired_at bigint not null,
  PRIMARY KEY (store_id, key_id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX former_razorpay_keys_by_age ON public.former_razorpay_keys USING btree (retired_at);

create table idempotency_keys (
  store_id text not null,
  operation text not null,
  path text not null,
  key text not null,
  body_hash text not null,
  answer text not null,
  created_at bigint not null,
  PRIMARY KEY (store_id, operation, path, key),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

create table image_uses (
  store_id text not null,
  hash text not null,
  owner_kind text not null,
  owner_id text not null,
  PRIMARY KEY (store_id, hash, owner_kind, owner_id),
  FOREIGN KEY (store_id, hash) REFERENCES images(store_id, hash) ON DELETE CASCADE
);
CREATE INDEX image_uses_by_owner ON public.image_uses USING btree (store_id, owner_kind, owner_id, hash);

create table images (
  store_id text not null,
  hash text not null,
  extension text not null,
  bytes bigint not null,
  touched_at bigint not null,
  going_until bigint not null default 0,
  PRIMARY KEY (store_id, hash),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);

create table invitations (
  store_id text not null,
  id text not null,
  token_hash text not null,
  email text not null,
  role text not null,
  invited_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  inviter_id text,
  UNIQUE (store_id, email),
  UNIQUE (token_hash),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_end ON public.invitations USING btree (expires_at);

create table letters (
  id text not null,
  recipient text not null,
  kind text not null,
  subject text not null,
  data text not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  last_error text,
  sent_at bigint,
  about_store text,
  expires_at bigint,
  invitation_id text,
  PRIMARY KEY (id)
);
CREATE INDEX letters_about_store ON public.letters USING btree (about_store) WHERE ((status = 'pending'::text) AND (about_store IS NOT NULL));
CREATE INDEX letters_done ON public.letters USING btree (created_at) WHERE (status <> 'pending'::text);
CREATE INDEX letters_due ON public.letters USING btree (due_at) WHERE (status = 'pending'::text);
CREATE INDEX letters_failed ON public.letters USING btree (due_at) WHERE (status = 'failed'::text);

create table mail_links (
  token_hash text not null,
  purpose text not null,
  address_hash text not null,
  person_id text,
  data text not null,
  created_at bigint not null,
  expires_at bigint not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX mail_links_by_address ON public.mail_links USING btree (address_hash, created_at);
CREATE INDEX mail_links_by_end ON public.mail_links USING btree (expires_at);
CREATE INDEX mail_links_by_person ON public.mail_links USING btree (person_id, purpose);

create table mails (
  store_id text not null,
  order_id text not null,
  kind text not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  last_error text,
  sent_at bigint,
  sent_before text not null default ''::text,
  about text,
  PRIMARY KEY (store_id, order_id, kind)
);
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (status = 'pending'::text);
CREATE INDEX mails_failed ON public.mails USING btree (due_at) WHERE (status = 'failed'::text);

create table members (
  store_id text not null,
  person_id text not null,
  role text not null,
  since bigint not null,
  PRIMARY KEY (store_id, person_id),
  FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX members_by_person ON public.members USING btree (person_id);

create table migrations (
  name text not null,
  applied_at bigint not null,
  rolling integer not null default 0,
  PRIMARY KEY (name)
);

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
  number bigint not null default 0,
  about text,
  PRIMARY KEY (store_id, order_id, number)
);

create table order_sums (
  store_id text not null,
  quarter bigint not null,
  status text not null,
  orders bigint not null,
  paise bigint not null,
  test_orders bigint not null default 0,
  PRIMARY KEY (store_id, quarter, status)
);

create table order_words (
  store_id text not null,
  word text not null,
  place bigint not null,
  order_id text not null,
  PRIMARY KEY (store_id, word, place, order_id)
);

create table orders (
  store_id text not null,
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
  worded integer not null default 0,
  is_test integer not null default 0,
  UNIQUE (store_id, checkout_id),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX orders_by_age ON public.orders USING btree (store_id, created_at, id);
CREATE INDEX orders_by_id ON public.orders USING btree (id);
CREATE INDEX orders_by_product ON public.orders USING btree (store_id, product_id, status);
CREATE INDEX orders_by_status ON public.orders USING btree (store_id, status, created_at, id);
CREATE INDEX orders_by_token ON public.orders USING btree (token);
CREATE INDEX orders_unworded ON public.orders USING btree (store_id, id) WHERE (worded = 0);

create table payment_problems (
  store_id text not null,
  gateway text not null,
  reference text not null,
  reason text not null,
  payment_id text,
  times bigint not null,
  created_at bigint not null,
  last_at bigint not null,
  done_at bigint,
  PRIMARY KEY (store_id, gateway, reference, reason),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX payment_problems_by_age ON public.payment_problems USING btree (store_id, last_at);
CREATE INDEX payment_problems_open ON public.payment_problems USING btree (store_id, last_at) WHERE (done_at IS NULL);

create table payments (
  store_id text not null,
  id text not null,
  checkout_id text not null,
  gateway text not null,
  reference text not null,
  amount_paise bigint not null,
  status text not null,
  order_id text,
  created_at bigint not null,
  settled_at bigint,
  token text not null default ''::text,
  account text,
  ask_at bigint,
  asks bigint not null default 0,
  asked_at bigint,
  promised_at bigint,
  UNIQUE (store_id, gateway, reference),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX payments_by_checkout ON public.payments USING btree (store_id, checkout_id);
CREATE UNIQUE INDEX payments_by_token ON public.payments USING btree (token) WHERE (token <> ''::text);
CREATE INDEX payments_to_ask ON public.payments USING btree (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX payments_unsettled ON public.payments USING btree (store_id, ask_at, created_at) WHERE (settled_at IS NULL);

create table people (
  id text not null,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at bigint not null,
  totp_secret text,
  totp_confirmed_at bigint,
  totp_last_step bigint not null default 0,
  code_failures bigint not null default 0,
  codes_blocked_until bigint not null default 0,
  UNIQUE (email),
  PRIMARY KEY (id)
);

create table policies (
  store_id text not null,
  kind text not null,
  body text not null,
  saved_at bigint not null,
  PRIMARY KEY (store_id, kind),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);

create table product_categories (
  store_id text not null,
  product_id text not null,
  category_id text not null,
  PRIMARY KEY (store_id, product_id, category_id),
  FOREIGN KEY (store_id, category_id) REFERENCES categories(store_id, id),
  FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE
);
CREATE INDEX product_categories_by_category ON public.product_categories USING btree (store_id, category_id, product_id);

create table products (
  store_id text not null,
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
  stock bigint not null,
  stock_given bigint not null default 0,
  low_stock bigint not null generated always as (LEAST(stock, (6)::bigint)) stored,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE,
  CHECK ((stock >= 0))
);
CREATE INDEX products_by_price ON public.products USING btree (store_id, current_price_paise, id) WHERE (is_active = 1);
CREATE INDEX products_low ON public.products USING btree (store_id, low_stock, id) WHERE (low_stock <= 5);
CREATE INDEX products_low_offered ON public.products USING btree (store_id, low_stock, id) WHERE ((low_stock <= 5) AND (is_active = 1));
CREATE INDEX products_on_sale ON public.products USING btree (store_id, created_at, id) WHERE (is_sale = 1);

create unlogged table rate_windows (
  subject text not null,
  operation text not null,
  used bigint not null,
  ends_at bigint not null,
  PRIMARY KEY (subject, operation)
);
CREATE INDEX rate_windows_by_end ON public.rate_windows USING btree (ends_at);

create table razorpay_keys (
  store_id text not null,
  key_id text not null,
  sealed text not null,
  created_at bigint not null,
  PRIMARY KEY (store_id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);

create table recovery_codes (
  person_id text not null,
  code_hash text not null,
  PRIMARY KEY (person_id, code_hash),
  FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);

create table refund_tasks (
  store_id text not null,
  payment_id text not null,
  amount_paise bigint not null,
  reason text not null,
  created_at bigint not null,
  done_at bigint,
  PRIMARY KEY (store_id, payment_id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX refund_tasks_by_age ON public.refund_tasks USING btree (store_id, created_at, payment_id) WHERE (done_at IS NOT NULL);
CREATE INDEX refund_tasks_due ON public.refund_tasks USING btree (store_id, created_at, payment_id) WHERE (done_at IS NULL);

create table replays (
  store_id text not null,
  webhook_id text not null,
  reached_at bigint not null,
  reached_sequence bigint not null,
  to_at bigint not null,
  undelivered integer not null,
  due_at bigint not null,
  step_ms bigint not null,
  PRIMARY KEY (store_id, webhook_id),
  FOREIGN KEY (store_id, webhook_id) REFERENCES webhooks(store_id, id) ON DELETE CASCADE
);

create table service_facts (
  name text not null,
  value text not null,
  PRIMARY KEY (name)
);

create table sessions (
  id text not null,
  token_hash text not null,
  person_id text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  user_agent text not null,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_person ON public.sessions USING btree (person_id);

create table shelf (
  store_id text not null,
  product_id text not null,
  heading text not null,
  place bigint not null,
  PRIMARY KEY (store_id, heading, place, product_id)
);

create table stores (
  id text not null,
  slug text not null,
  name text not null,
  created_at bigint not null,
  event_sequence bigint not null default 0,
  contact_email text,
  logo text,
  contact_phone text not null default ''::text,
  shipping_default_paise bigint not null default 0,
  sender_name text not null default ''::text,
  deleted_at bigint,
  new_order_mails integer not null default 1,
  business_name text not null default ''::text,
  business_address text not null default ''::text,
  UNIQUE (slug),
  PRIMARY KEY (id)
);
CREATE INDEX stores_deleted ON public.stores USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

create table webhooks (
  store_id text not null,
  id text not null,
  url text not null,
  enabled integer not null,
  created_at bigint not null,
  secret text not null default ''::text,
  previous_secret text,
  previous_secret_until bigint,
  failing_since bigint,
  disabled_at bigint,
  disabled_reason text,
  since_sequence bigint not null default 0,
  giving_up integer not null default 0,
  removed_at bigint,
  older_secrets text not null default '[]'::text,
  UNIQUE (store_id, url),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX webhooks_failing ON public.webhooks USING btree (failing_since) WHERE (failing_since IS NOT NULL);
CREATE INDEX webhooks_giving_up ON public.webhooks USING btree (giving_up, store_id, id) WHERE (giving_up = 1);
