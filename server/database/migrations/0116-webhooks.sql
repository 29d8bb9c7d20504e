-- Webhooks in the audit trail: who added, changed or removed one. Never its address or secret.
create trigger audit after insert or update or delete on webhooks for each row
  execute function audit_row('webhook', 'name', 'name owner company template', 'url secret');
create index webhooks_user on webhooks (user_id);
