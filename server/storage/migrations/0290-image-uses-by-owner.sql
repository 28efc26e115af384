-- rolling
-- Few checkouts are replaced, and a product may have very many. First, as whoever pays holds them first.
create index checkouts_by_former_attempt on checkouts (store_id, product_id, former_attempt)
  where former_attempt is not null;
-- With the hash it answers alone: SQLite would else go through all uses of the store, which another index has whole.
drop index image_uses_by_owner;
create index image_uses_by_owner on image_uses (store_id, owner_kind, owner_id, hash);
