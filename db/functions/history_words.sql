-- The words of one history entry: of its note and its order number, as stock_postings_words contains them for an entire
-- posting. Null if it has neither.
create or replace function app.history_words(p_notes text, p_metadata jsonb, p_entry_no integer) returns tsvector
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  v_note text := coalesce(p_metadata -> 'entry_notes' ->> p_entry_no::text, p_notes);
  v_number text := coalesce(p_metadata ->> 'purchase_order_number', p_metadata ->> 'sales_order_number');
begin
  if v_note is null and v_number is null then
    return null;
  end if;
  return to_tsvector('simple', regexp_replace(left(concat_ws(' ', v_note, v_number), 200000), '[^[:alnum:]]+', ' ', 'g'));
end $$;
