"""Puts scripts, frames and pictures from elsewhere into an explanation."""

CELLS = {
    "explain_scaling": """
<script>alert("abuse")</script> <img src=x onerror=alert(1)>
<iframe src="https://abuse.example/frame"></iframe>
<svg onload=alert(1)> [a link](javascript:alert(1)) <!-- <script> -->
[another](&#106;avascript:alert(1)) [third][x] [fourth]( javascript:alert(1))
![a picture](https://abuse.example/picture.png)
$\\\\href{javascript:alert(1)}{x}$ <javascript:alert(1)>

[x]: javascript:alert(1)
"""
}
