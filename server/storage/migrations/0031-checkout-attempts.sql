-- The form from which a checkout was sent, known to the customer's browser alone: sent again, it holds nothing twice.
alter table checkouts add column attempt text;
create unique index checkouts_by_attempt on checkouts (store_id, product_id, attempt) where attempt is not null;
