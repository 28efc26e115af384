-- Each row of the shelf stands in one index alone, in the order in which it is listed. Where a product stands is known from
-- its name and its categories, and whoever changes or deletes it takes it away from there, so nothing looks for the rows of
-- a product, and no row must be held against its product each time it is written.
alter table shelf drop constraint shelf_store_id_product_id_fkey;
alter table shelf drop constraint shelf_pkey;
alter table shelf add primary key (store_id, heading, place, product_id);
drop index shelf_by_heading;
