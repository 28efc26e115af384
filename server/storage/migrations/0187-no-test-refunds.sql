-- Test money that came late is owed to nobody.
delete from refund_tasks
where done_at is null and (store_id, payment_id) in (
  select store_id, id from payments
  where status = 'refund_due' and (gateway = 'test' or account like 'rzp_test_%'));
