-- Updates what was sent about a comment: notifications, and mails and push messages that are still waiting. With a null
-- text all of them are removed. Security definer, because a member limited to locations also changes notifications of
-- others.
create or replace function app.update_sent_comment(p_org_id uuid, p_comment_id uuid, p_text text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ids uuid[];
begin
  perform kernel.require_organization(p_org_id);
  update public.notifications set body = p_text where org_id = p_org_id and comment_id = p_comment_id;
  select coalesce(array_agg(id), '{}') into v_ids from public.notifications where org_id = p_org_id and comment_id = p_comment_id;
  if v_ids = '{}' then
    return;
  end if;
  update auth.push_messages m set payload = jsonb_set(m.payload, '{body}', to_jsonb(concat_ws(': ', n.actor_name, n.body)))
  from public.notifications n
  where n.org_id = p_org_id and n.comment_id = p_comment_id and m.org_id = p_org_id and m.id = n.id;
  update auth.mails set details = jsonb_set(details, '{notifications,items}', (
      select coalesce(jsonb_agg(case when item ->> 'id' = any (v_ids::text[]) then jsonb_set(item, '{body}', to_jsonb(p_text)) else item end order by position), '[]')
      from jsonb_array_elements(details #> '{notifications,items}') with ordinality as i (item, position)
      where p_text is not null or coalesce(item ->> 'id', '') <> all (v_ids::text[])))
  where due_at is not null and kind = 'notifications' and details #>> '{notifications,org_id}' = p_org_id::text
    and exists (select from jsonb_array_elements(details #> '{notifications,items}') item where item ->> 'id' = any (v_ids::text[]));
  if p_text is null then
    delete from auth.push_messages where org_id = p_org_id and id = any (v_ids);
    delete from public.notifications where org_id = p_org_id and comment_id = p_comment_id;
  end if;
end $$;

-- Also for comments that are deleted with their record.
create or replace function app.forget_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_being_removed(old.org_id) then
    perform app.update_sent_comment(old.org_id, old.id, null);
  end if;
  return null;
end $$;

create or replace trigger forget_comment after delete on public.comments for each row execute function app.forget_comment();
