-- Long work is decided in one short transaction, noted here, and done in pieces by a worker.

-- A name that a category no longer has, while products still show it, is a row of its own which says whose it was: so
-- nobody else takes it. A category that is being deleted is given up for itself. `reached` is the last product that has
-- the category's present name.
alter table categories add column given_up_for text;
alter table categories add column reached text not null default '';
create index categories_given_up on categories (given_up_for, store_id) where given_up_for is not null;

-- The products of a category are read a piece at a time, in the order of their ids.
drop index product_categories_by_category;
create index product_categories_by_category on product_categories (store_id, category_id, product_id);

-- When a store was deleted of which not all rows are gone yet.
alter table stores add column deleted_at bigint;
create index stores_deleted on stores (deleted_at) where deleted_at is not null;
