-- A document line never gets more than it wants, and its fulfilled quantity equals its movements.
select d.org_id, d.document_line_id, d.wanted, d.fulfilled, c.committed, m.fulfilled as movements
from stock_demands d
cross join lateral (
  select coalesce(sum(c.quantity), 0) as committed from stock_commitments c
  where c.org_id = d.org_id and c.document_line_id = d.document_line_id
) c
cross join lateral (
  select coalesce(sum(m.quantity * case d.document_kind
    when 'sales_order' then (m.to_account = 'customer')::integer - (m.from_account = 'customer')::integer
    when 'purchase_order' then (m.from_account in ('incoming', 'supplier') and m.to_account in ('available', 'held'))::integer
      - (m.from_account in ('available', 'held') and m.to_account in ('incoming', 'supplier'))::integer
    else (m.from_location_id = m.to_location_id)::integer
      * ((m.from_account = 'in_transit' and m.to_account in ('available', 'held'))::integer
        - (m.from_account in ('available', 'held') and m.to_account = 'in_transit')::integer) end), 0) as fulfilled
  from stock_movements m
  where m.org_id = d.org_id and m.document_line_id = d.document_line_id
) m
where d.fulfilled + c.committed > d.wanted or d.fulfilled <> m.fulfilled or d.fulfilled < 0
