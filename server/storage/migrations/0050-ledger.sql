-- All pieces that the seller ever put on the shelf, less what he took off it: stock is this, less what was sold, plus
-- what came back. The books begin here; what was before is taken as right.
alter table products add column stock_given bigint not null default 0;
update products set stock_given = stock
  + coalesce((select sum(o.quantity) from orders o
      where o.store_id = products.store_id and o.product_id = products.id), 0)
  - coalesce((select sum(o.quantity) from orders o
      where o.store_id = products.store_id and o.product_id = products.id and o.status = 'cancelled'
        and exists (select 1 from order_history h where h.store_id = o.store_id and h.order_id = o.id
          and h.to_status = 'cancelled' and h.from_status in ('started', 'processing'))), 0);

-- The number of the store's last event when the URL was last switched on: it is owed every event after that.
alter table webhooks add column since_sequence bigint not null default 0;
update webhooks set since_sequence = (select event_sequence from stores where stores.id = webhooks.store_id);
