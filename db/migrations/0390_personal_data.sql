-- Names and addresses of people leave the values of the audit trail, and notifications know by id who and what they are about
-- (docs/decisions/0390). One pass over the audit trail: about a minute for five million rows.

-- Rows of the audit trail from which names were erased after a seal had covered them, with the digest of what is left. A check accepts them for
-- seals of the first version only, which is what was signed before this migration, and counts them.
create table audit_erasures (
  org_id uuid not null references organizations,
  id bigint not null,
  digest bytea not null check (length(digest) = 32),
  primary key (org_id, id)
);

create function app.clean_audit_values(p_table text, p_row jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case
    when p_table = 'invitations' then cleaned - 'email'
    when p_table = 'comments' and jsonb_typeof(cleaned -> 'mentions') = 'array' then jsonb_set(cleaned, '{mentions}', coalesce((
      select jsonb_agg(coalesce(m -> 'user_id', m)) from jsonb_array_elements(cleaned -> 'mentions') m), '[]'))
    when p_table = 'webhook_endpoints' and cleaned ? 'url' then
      jsonb_set(cleaned, '{url}', to_jsonb(regexp_replace(cleaned ->> 'url', '^(https?://)([^/?#]*@)?([^/?#]*).*$', '\1\3')))
    else cleaned end
  from (select p_row - array['user_reference', 'answered_reference', 'decided_reference'] as cleaned) c
$$;
with cleaned as (
  update audit_trail a
  set old_values = app.clean_audit_values(a.table_name, a.old_values), new_values = app.clean_audit_values(a.table_name, a.new_values),
    item_name = case when a.table_name = 'invitations' then null else a.item_name end
  where a.action in ('INSERT', 'UPDATE', 'DELETE') and (
    a.table_name in ('invitations', 'comments', 'webhook_endpoints')
    or coalesce(a.new_values, a.old_values) ?| array['user_reference', 'answered_reference', 'decided_reference'])
  returning a.org_id, a.id, jsonb_build_array(a.id, a.user_id, a.table_name, a.record_id, a.action, a.old_values, a.new_values,
    extract(epoch from a.created_at), a.subject_id, a.item_name, a.summary)::text as leaf
)
insert into audit_erasures (org_id, id, digest)
select c.org_id, c.id, sha256(convert_to(c.leaf, 'UTF8'))
from cleaned c
join (select org_id, unnest(keys)::bigint as id from audit_seal_parts where source = 'audit_trail') sealed using (org_id, id);
drop function app.clean_audit_values(text, jsonb);

alter table notifications
  -- Who did it; null where the server did, and in rows from before this migration.
  add column actor_id uuid,
  -- The comment whose text this is.
  add column comment_id uuid,
  -- What a member limited to locations must still see to read it; of rows from before, what it leads to.
  add column seen_kind text,
  add column seen_id uuid;
create index notifications_comment on notifications (org_id, comment_id) where comment_id is not null;

-- What deleted accounts left before it was erased with them.
create temporary table gone on commit drop as
  select distinct org_id, user_id from audit_people where erased_at is not null;
do $$
declare
  has_trigger constant boolean := exists (select from pg_trigger where tgrelid = 'invitations'::regclass and tgname = 'audit');
begin
  -- What is erased is no change of an invitation.
  if has_trigger then
    alter table invitations disable trigger audit;
    alter table comments disable trigger audit;
    alter table sales_order_questions disable trigger audit;
    alter table supplier_responses disable trigger audit;
  end if;
  delete from audit_names n using invitations i, gone g
  where i.org_id = g.org_id and i.accepted_by = g.user_id and n.org_id = i.org_id and n.subject_id = i.id;
  update invitations i set email = null from gone g where i.org_id = g.org_id and i.accepted_by = g.user_id;
  update comments c set user_reference = 'Deleted account' from gone g where c.org_id = g.org_id and c.user_id = g.user_id;
  update shares s set user_reference = 'Deleted account' from gone g where s.org_id = g.org_id and s.user_id = g.user_id;
  update sales_order_questions q set answered_reference = 'Deleted account' from gone g where q.org_id = g.org_id and q.answered_by = g.user_id;
  update supplier_responses r set decided_reference = 'Deleted account' from gone g where r.org_id = g.org_id and r.decided_by = g.user_id;
  if has_trigger then
    alter table invitations enable trigger audit;
    alter table comments enable trigger audit;
    alter table sales_order_questions enable trigger audit;
    alter table supplier_responses enable trigger audit;
  end if;
end $$;
