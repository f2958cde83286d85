-- The words that a search uses equal the names and SKUs of all products, without accents, and contain nothing else.
with kept as (
  select org_id, archived, rank, words, product_id from product_name_words
), named as (
  select p.org_id, p.archived_at is not null as archived, w.rank, w.words collate "C" as words, p.id as product_id
  from products p, app.searched_words(p.name_sort, p.sku_sort) w
)
(select 'missing' as problem, * from (select * from named except all select * from kept) m)
union all
(select 'too many', * from (select * from kept except all select * from named) m)
