-- The page on which a customer pays is found by an unguessable token. `account` is the key id under which the
-- provider was asked; `ask_at` is when to ask the provider again, null when there is no need.
alter table payments add column token text not null default '';
alter table payments add column account text;
alter table payments add column ask_at bigint;
alter table payments add column asks bigint not null default 0;
create unique index payments_by_token on payments (token) where token <> '';
create index payments_to_ask on payments (ask_at) where ask_at is not null;

-- A store with a row here collects through Razorpay; one without, through the test gateway.
create table razorpay_keys (
  store_id text primary key references stores (id) on delete cascade,
  key_id text not null,
  sealed text not null,
  created_at bigint not null
);

-- Money or reports of money from which no order could be made, and why.
create table payment_problems (
  store_id text not null references stores (id) on delete cascade,
  gateway text not null,
  reference text not null,
  reason text not null,
  payment_id text,
  times bigint not null,
  created_at bigint not null,
  last_at bigint not null,
  primary key (store_id, gateway, reference, reason)
);
