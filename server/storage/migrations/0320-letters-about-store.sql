-- rolling
-- Who erases a customer removes the letters of one store that wait, however many wait for other stores.
create index letters_about_store on letters (about_store) where status = 'pending' and about_store is not null;
