-- Each row of the shelf stands in one tree alone, in the order in which it is listed. Where a product stands is known from
-- its name and its categories, and whoever changes or deletes it takes it away from there, so nothing looks for the rows of
-- a product, and no row must be held against its product each time it is written.
create table shelf_once (
  store_id text not null,
  product_id text not null,
  heading text not null,
  place bigint not null,
  primary key (store_id, heading, place, product_id)
) without rowid;
insert into shelf_once (store_id, product_id, heading, place)
  select store_id, product_id, heading, place from shelf order by store_id, heading, place, product_id;
drop table shelf;
alter table shelf_once rename to shelf;
