-- rolling
-- All products are listed along the shelf, where they stand by age as well: an index less that each create writes to. The
-- version before sorts a store's products for that list until it is gone.
drop index products_by_age;
