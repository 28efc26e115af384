-- Of payments that nobody began here, and of results with a wrong signature or of another payment, anybody can speak:
-- only what the provider says is for the seller to look at.
update payment_problems set done_at = last_at
where done_at is null and (payment_id is null
  or reason in ('The signature does not match', 'The result belongs to another payment'));
