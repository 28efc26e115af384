-- A line of an order's timeline and a sum are only ever written together with the order that they are about, so they are
-- not held against it each time; "haat verify" tells of one without its order. The number of a line is its key: the next one
-- is found at the end, and two can never have one.
alter table order_history drop constraint order_history_store_id_order_id_fkey;
alter table order_history drop constraint order_history_pkey;
alter table order_history add primary key (store_id, order_id, number);
alter table order_sums drop constraint order_sums_store_id_fkey;
