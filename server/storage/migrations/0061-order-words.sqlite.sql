-- The words by which the seller finds an order: an index in the order of the pages. `place` is the negative time at which the
-- order was placed: newest first. Nothing refers to orders here, since checking that for every word costs more than the
-- word; the words leave with their store.
create table order_words (
  store_id text not null,
  word text not null,
  place bigint not null,
  order_id text not null,
  primary key (store_id, word, place, order_id)
) without rowid;

-- Orders from before have no words yet: a worker writes them.
alter table orders add column worded integer not null default 0;
create index orders_unworded on orders (store_id, id) where worded = 0;
