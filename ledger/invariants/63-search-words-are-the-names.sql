-- The words that the global search uses equal the names of all records, and contain nothing else.
with kept as (
  select org_id, kind, rank, words, record_id from search_words
), named (org_id, kind, no, value, record_id) as (
  select org_id, 'category', 1, name, id from categories
  union all select org_id, 'supplier', 1, name, id from suppliers
  union all select org_id, 'supplier', 2, contact_person, id from suppliers
  union all select org_id, 'supplier', 3, email, id from suppliers
  union all select org_id, 'customer', 1, name, id from customers
  union all select org_id, 'customer', 2, email, id from customers
  union all select org_id, 'customer', 3, phone, id from customers
  union all select org_id, 'location', 1, name, id from locations
  union all select org_id, 'member', 1, username, user_id from profiles
  union all select org_id, 'member', 2, email, user_id from profiles
), wanted as (
  select distinct n.org_id, n.kind, case n.no when 1 then w.rank else 1 end as rank, w.words collate "C" as words, n.record_id
  from named n, app.folded_words(app.fold(n.value)) w
  where n.value <> ''
)
(select 'missing' as problem, * from (select * from wanted except all select * from kept) m)
union all
(select 'too many', * from (select * from kept except all select * from wanted) m)
