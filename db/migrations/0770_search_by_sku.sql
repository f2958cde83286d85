-- Products are also found by the beginning of their SKU (rank 2), after those whose name has a word that begins with the text. Kept by
-- kernel.follow_names. For 100,000 products, this takes about a second and 11 MB.
alter table product_name_words drop constraint product_name_words_rank_check;
alter table product_name_words add constraint product_name_words_rank_check check (rank between 0 and 2);
insert into product_name_words (org_id, archived, rank, words, product_id)
select org_id, archived_at is not null, 2, sku_sort, id
from products
order by 1, 2, 4, 5;
