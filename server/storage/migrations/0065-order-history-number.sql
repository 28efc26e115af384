-- The lines of an order's timeline are numbered: two changes within a millisecond keep their order.
alter table order_history add column number bigint not null default 0;
update order_history set number = (
  select count(*) from order_history earlier
  where earlier.store_id = order_history.store_id and earlier.order_id = order_history.order_id
    and (earlier.at, earlier.id) <= (order_history.at, order_history.id)
);
