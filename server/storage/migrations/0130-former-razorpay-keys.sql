-- rolling
-- Keys that were replaced or taken away: what began under them is still asked about, until nobody asks any more.
create table former_razorpay_keys (
  store_id text not null references stores (id) on delete cascade,
  key_id text not null,
  sealed text not null,
  retired_at bigint not null,
  primary key (store_id, key_id)
);
create index former_razorpay_keys_by_age on former_razorpay_keys (retired_at);
