-- What the history finds by its notes and by the numbers of orders (app.search_history): the words of a posting, and the 32 days in which it
-- happened, so that of a word which many notes have only the newest are read. Only postings with such a text have a row here.
-- Of the JSON text of the notes of entries its escapes are no words; a text vector takes no more than a megabyte.
create index stock_postings_words on stock_postings using gin (
  org_id,
  (floor(extract(epoch from happened_at at time zone 'UTC') / 2764800)::integer),
  to_tsvector('simple', regexp_replace(left(
    coalesce(notes, '') || ' ' || coalesce(metadata ->> 'purchase_order_number', metadata ->> 'sales_order_number', '') || ' '
      || regexp_replace(coalesce(metadata ->> 'entry_notes', ''), '\\.', ' ', 'g'), 200000), '[^[:alnum:]]+', ' ', 'g'))
) where notes is not null or metadata ?| array['purchase_order_number', 'sales_order_number', 'entry_notes'];
