-- A keyed hash of the network from which a checkout was begun, never the address itself: nobody may hold most of a stock.
alter table checkouts add column network text;
