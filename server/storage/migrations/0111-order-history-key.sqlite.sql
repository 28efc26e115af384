-- A line of an order's timeline and a sum are only ever written together with the order that they are about, so they are
-- not held against it each time; "haat verify" tells of one without its order. The number of a line is its key: the next one
-- is found at the end, and two can never have one.
create table numbered_history (
  store_id text not null,
  order_id text not null,
  id text not null,
  at bigint not null,
  source text not null,
  actor text not null,
  from_status text,
  to_status text not null,
  tracking_url text,
  number bigint not null,
  primary key (store_id, order_id, number)
) without rowid;
insert into numbered_history (store_id, order_id, id, at, source, actor, from_status, to_status, tracking_url, number)
  select store_id, order_id, id, at, source, actor, from_status, to_status, tracking_url, number
  from order_history order by store_id, order_id, number;
drop table order_history;
alter table numbered_history rename to order_history;

create table sums_alone (
  store_id text not null,
  quarter bigint not null,
  status text not null,
  orders bigint not null,
  paise bigint not null,
  primary key (store_id, quarter, status)
) without rowid;
insert into sums_alone (store_id, quarter, status, orders, paise)
  select store_id, quarter, status, orders, paise from order_sums order by store_id, quarter, status;
drop table order_sums;
alter table sums_alone rename to order_sums;
