-- Who invited, so that an invitation does not outlive its inviter's place in the team; empty for the operator. For those
-- that are open the audit log knows it.
alter table invitations add column inviter_id text;
update invitations set inviter_id = (
  select case when audit.actor_email = '' then '' else people.id end
  from audit left join people on people.email = audit.actor_email
  where audit.store_id = invitations.store_id
    and audit.action = 'member.invited'
    and audit.subject = invitations.email
  order by audit.at desc
  limit 1
);
