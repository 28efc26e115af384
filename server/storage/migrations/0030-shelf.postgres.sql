-- The words must sort byte by byte, whatever the language of the database: a search reads a range of them.
-- Under which headings customers find an active product: everything, its categories, the words of its name. One index
-- serves every list and search in the order of its pages. `place` is the negative time of creation: newest first.
create table shelf (
  store_id text not null,
  product_id text not null,
  heading text collate "C" not null,
  place bigint not null,
  primary key (store_id, product_id, heading),
  foreign key (store_id, product_id) references products (store_id, id) on delete cascade
);
create index shelf_by_heading on shelf (store_id, heading, place, product_id);
