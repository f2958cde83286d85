-- Searches find Greek names in capitals: app.fold writes the sigma at the end of a word like any other. What it wrote
-- before is written again; only Greek texts have that letter.
create or replace function app.fold(p_text text) returns text
language sql immutable cost 1 set search_path = pg_catalog, pg_temp as $$
  select case when octet_length(p_text) = length(p_text) then lower(p_text)
    else translate(
      replace(replace(replace(regexp_replace(normalize(lower(p_text), nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'øłđðħıς', 'olddhiσ') end
$$;

-- Generated columns are computed again; nothing else about these rows changes, so no trigger runs.
alter table products disable trigger user;
update products set name = name where strpos(search_text, 'ς') > 0;
alter table products enable trigger user;
alter table customers disable trigger user;
update customers set name = name where strpos(search_text, 'ς') > 0;
alter table customers enable trigger user;
alter table sales_orders disable trigger user;
update sales_orders set customer_name = customer_name where strpos(search_text, 'ς') > 0;
alter table sales_orders enable trigger user;

insert into product_name_words (org_id, archived, rank, words, product_id)
select org_id, archived, rank, translate(words, 'ς', 'σ'), product_id from product_name_words where strpos(words, 'ς') > 0
on conflict do nothing;
delete from product_name_words where strpos(words, 'ς') > 0;
insert into search_words (org_id, kind, rank, words, record_id)
select org_id, kind, rank, translate(words, 'ς', 'σ'), record_id from search_words where strpos(words, 'ς') > 0
on conflict do nothing;
delete from search_words where strpos(words, 'ς') > 0;
insert into audit_names (org_id, subject_id, name_sort)
select org_id, subject_id, translate(name_sort, 'ς', 'σ') from audit_names where strpos(name_sort, 'ς') > 0
on conflict do nothing;
delete from audit_names where strpos(name_sort, 'ς') > 0;
