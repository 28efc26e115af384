-- rolling
create index checkouts_abandoned on checkouts (expires_at) where status <> 'paid' and customer_email <> '';
create index letters_done on letters (created_at) where status <> 'pending';
