-- Maintains search_words: the words of a record of the kind tg_argv[0] in the fields tg_argv[1], a comma-separated
-- list. The first field is its name; words of the other fields count as later words.
create or replace function app.follow_search_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_kind constant text := tg_argv[0];
  v_key constant text := case v_kind when 'member' then 'user_id' else 'id' end;
  v_record jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if tg_op <> 'INSERT' then
    delete from search_words where org_id = old.org_id and kind = v_kind and record_id = (v_record ->> v_key)::uuid;
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (org_id, kind, rank, words, record_id)
    select distinct new.org_id, v_kind, case f.no when 1 then w.rank else 1 end, w.words, (v_record ->> v_key)::uuid
    from unnest(string_to_array(tg_argv[1], ',')) with ordinality as f (name, no)
    cross join lateral app.folded_words(app.fold(v_record ->> f.name)) as w
    where v_record ->> f.name <> '';
  end if;
  return null;
end $$;

create or replace trigger follow_search_words after insert or delete or update of name on public.categories
for each row execute function app.follow_search_words('category', 'name');
create or replace trigger follow_search_words after insert or delete or update of name, contact_person, email on public.suppliers
for each row execute function app.follow_search_words('supplier', 'name,contact_person,email');
create or replace trigger follow_search_words after insert or delete or update of name, email, phone on public.customers
for each row execute function app.follow_search_words('customer', 'name,email,phone');
create or replace trigger follow_search_words after insert or delete or update of name on public.locations
for each row execute function app.follow_search_words('location', 'name');
create or replace trigger follow_search_words after insert or delete or update of username, email on public.profiles
for each row execute function app.follow_search_words('member', 'username,email');

-- Fills the table once, when it is created. Every organization has a member, so the table is never empty afterwards.
do $$
declare
  kept record;
begin
  if exists (select from public.search_words) then
    return;
  end if;
  lock table public.categories, public.suppliers, public.customers, public.locations, public.profiles in share row exclusive mode;
  for kept in
    select * from (values ('category', 'categories', 'id', 'name'), ('supplier', 'suppliers', 'id', 'name,contact_person,email'),
      ('customer', 'customers', 'id', 'name,email,phone'), ('location', 'locations', 'id', 'name'), ('member', 'profiles', 'user_id', 'username,email'))
      as k (kind, source, key, fields)
  loop
    execute format('insert into public.search_words (org_id, kind, rank, words, record_id)
      select distinct r.org_id, %L, case f.no when 1 then w.rank else 1 end, w.words, r.%I
      from public.%I r
      cross join lateral (values %s) as f (no, value)
      cross join lateral app.folded_words(app.fold(f.value)) as w
      where f.value <> %L', kept.kind, kept.key, kept.source,
      (select string_agg(format('(%s, r.%I)', no, name), ', ') from unnest(string_to_array(kept.fields, ',')) with ordinality as f (name, no)), '');
  end loop;
end $$;
