-- rolling
-- Whether the store's owners get a mail about each new order.
alter table stores add column new_order_mails integer not null default 1;
