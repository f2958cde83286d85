-- Erases the names and addresses of a deleted account (trigger on auth.users). In every audit trail their digests stay,
-- so seals remain valid, but without the salt nothing can be compared with them. Also erases them in everything others
-- can read: comments, links, notifications, and later documents. Records that refer to the person only by id show
-- "Deleted account".
create or replace function app.erase_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone constant text := 'Deleted account';
  v_names text[];
  v_emails text[];
  v_orgs uuid[];
  v_references text[];
begin
  select coalesce(array_agg(distinct p.email), '{}') || old.email,
    coalesce(array_agg(distinct p.username), '{}') || coalesce(array_agg(distinct split_part(p.email, '@', 1)), '{}'),
    coalesce(array_agg(distinct p.org_id), '{}')
  into v_emails, v_names, v_orgs
  from audit_people p where p.user_id = old.id and p.erased_at is null;
  select coalesce(array_agg(split_part(e, '@', 1)), '{}') into v_references from unnest(v_emails) e;
  update audit_people set email = null, username = null, salt = null, erased_at = clock_timestamp()
  where user_id = old.id and erased_at is null;

  -- An invitation pending in another organization is addressed to the email address, whether or not it has an account.
  with erased as (
    update invitations i set email = null
    where i.email is not null and (i.accepted_by = old.id or i.email = any (v_emails)
      and (i.revoked_at is not null or i.expires_at < clock_timestamp()))
    returning i.org_id, i.id)
  delete from audit_names n using erased e where n.org_id = e.org_id and n.subject_id = e.id;

  update comments set user_reference = gone where org_id = any (v_orgs) and user_id = old.id;
  update shares set user_reference = gone where org_id = any (v_orgs) and user_id = old.id;
  update sales_order_questions set answered_reference = gone where org_id = any (v_orgs) and answered_by = old.id;
  update supplier_responses set decided_reference = gone where org_id = any (v_orgs) and decided_by = old.id;

  -- Documents contain a part of the address, too, and notifications the name. There may be very many: they are
  -- rewritten after the commit (app.erase_from_documents), and readers don't see it from now on.
  insert into person_erasures (org_id, user_id, stamps) select org_id, old.id, v_references from unnest(v_orgs) org_id
  on conflict do nothing;
  insert into outbox (org_id, kind, payload) select org_id, 'erased_person', '{}' from unnest(v_orgs) org_id;

  -- A notification of a comment contains the names of the people mentioned.
  update notifications n set body = replace(n.body, '@' || m.name, '@' || gone)
  from comments c cross join jsonb_to_recordset(c.mentions) as m (user_id uuid, name text)
  where n.org_id = any (v_orgs) and c.org_id = n.org_id and c.id = n.comment_id and m.user_id = old.id;
  update comments c
  set mentions = (
    select jsonb_agg(case when (m.value ->> 'user_id')::uuid = old.id then jsonb_set(m.value, '{name}', to_jsonb(gone)) else m.value end order by m.position)
    from jsonb_array_elements(c.mentions) with ordinality as m (value, position))
  where c.org_id = any (v_orgs) and c.mentions @> jsonb_build_array(jsonb_build_object('user_id', old.id));
  delete from notifications where org_id = any (v_orgs) and kind = 'member_joined' and subject_id = old.id;
  update notifications set actor_name = gone
  where org_id = any (v_orgs) and actor_id is null and actor_name = any (v_names);

  -- Messages that haven't been sent yet.
  delete from outbox where org_id = any (v_orgs) and kind = 'notifications' and payload #>> '{subject,id}' = old.id::text;
  update outbox set payload = payload || jsonb_build_object('actor_name', gone)
  where org_id = any (v_orgs) and kind = 'notifications' and payload ->> 'user_id' = old.id::text;
  delete from auth.push_messages
  where org_id = any (v_orgs)
    and exists (select from unnest(v_names) name where strpos(concat_ws(E'\n', payload ->> 'title', payload ->> 'body'), name) > 0);
  delete from auth.mails
  where due_at is not null and kind = 'notifications' and (details #>> '{notifications,org_id}')::uuid = any (v_orgs)
    and exists (select from unnest(v_names) name where strpos(details::text, name) > 0);
  update auth.mails set details = jsonb_set(details, '{invitation,invited_by}', to_jsonb(gone))
  where due_at is not null and kind = 'organization_invitation' and (details #>> '{invitation,org_id}')::uuid = any (v_orgs)
    and details #>> '{invitation,invited_by}' = any (v_names);
  return null;
end $$;
