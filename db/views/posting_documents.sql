-- The document behind a posting: its kind, id and display name (null if it has none). This is the one file that knows
-- the kinds of documents behind stock: a new kind needs its join here, its label in web/kit/document-kinds.ts, and its
-- address in contract/record-addresses.ts. A posting of an import names the import too, although it can be undone
-- separately (its source_id is null).
create or replace view posting_documents with (security_invoker = true) as
select s.org_id, s.id as posting_id, coalesce(s.source_kind, 'import') as kind, coalesce(s.source_id, i.import_id) as id,
  coalesce(f.file_name, p.order_number, ro.order_number || ', receipt ' || r.receipt_no,
    so.order_number, sho.order_number || ', shipment ' || sh.shipment_no, rto.order_number || ', return ' || rt.return_no) as number
from stock_postings s
left join import_postings i on i.org_id = s.org_id and i.posting_id = s.id and s.source_id is null
left join imports f on f.org_id = i.org_id and f.id = i.import_id
left join purchase_orders p on p.org_id = s.org_id and s.source_kind = 'purchase_order' and p.id = s.source_id
left join receipts r on r.org_id = s.org_id and s.source_kind = 'receipt' and r.id = s.source_id
left join purchase_orders ro on ro.org_id = r.org_id and ro.id = r.purchase_order_id
left join sales_orders so on so.org_id = s.org_id and s.source_kind = 'sales_order' and so.id = s.source_id
left join shipments sh on sh.org_id = s.org_id and s.source_kind = 'shipment' and sh.id = s.source_id
left join sales_orders sho on sho.org_id = sh.org_id and sho.id = sh.sales_order_id
left join sales_returns rt on rt.org_id = s.org_id and s.source_kind = 'return' and rt.id = s.source_id
left join sales_orders rto on rto.org_id = rt.org_id and rto.id = rt.sales_order_id
where s.source_id is not null or i.import_id is not null;
grant select on posting_documents to onhand_app;
