-- rolling
-- What the whole service knows of itself: under "secret", the mark of the secret that the data was written under.
create table service_facts (
  name text primary key,
  value text not null
);
